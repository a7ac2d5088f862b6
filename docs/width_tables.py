"""Writes Sources/TerminalText/WidthTables.swift from Unicode's own data.

Run in the package's folder; `pip install unicodedata2` gives a newer Unicode than Python's own.
"""

try:
    import unicodedata2 as data
except ImportError:
    import unicodedata as data

# Format characters that stand before digits or words and are drawn.
DRAWN = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}


def is_zero(value):
    if value in DRAWN:
        return False
    # Hangul vowels and finals join with the consonant before them.
    jamo = 0x1160 <= value <= 0x11FF or 0xD7B0 <= value <= 0xD7FF
    return jamo or data.category(chr(value)) in ("Mn", "Me", "Cf", "Zl", "Zp", "Cc")


def is_wide(value):
    if is_zero(value):
        return False
    # The planes kept for ideographs are wide, assigned or not.
    ideographic = 0x20000 <= value <= 0x2FFFD or 0x30000 <= value <= 0x3FFFD
    assigned = data.category(chr(value)) != "Cn"
    return ideographic or assigned and data.east_asian_width(chr(value)) in "WF"


def ranges(test):
    found, start = [], None
    for value in range(0x80, 0x110001):
        inside = value < 0x110000 and test(value)
        if inside and start is None:
            start = value
        elif not inside and start is not None:
            found.append((start, value - 1))
            start = None
    return found


def table(name, summary, test):
    lines, line = [], ""
    for low, high in ranges(test):
        pair = f"0x{low:X}, 0x{high:X},"
        if line and len(line) + 1 + len(pair) > 92:
            lines.append(line)
            line = ""
        line += (" " if line else "") + pair
    lines.append(line)
    body = "\n".join("        " + text for text in lines)
    return f"    /// {summary}\n    static let {name}: [UInt32] = [\n{body}\n    ]\n"


with open("Sources/TerminalText/WidthTables.swift", "w") as file:
    file.write(
        f"""/// Scalars by the cells they take; Unicode {data.unidata_version}, written by docs/width_tables.py.
///
/// Each table has the first and the last scalar of every range, ascending.
enum WidthTables {{
"""
        + table("wide", "Two cells: East Asian Width W or F (UAX 11).", is_wide)
        + "\n"
        + table("zero", "No cell: marks, format characters, controls, Hangul vowels and finals.", is_zero)
        + "}\n"
    )
