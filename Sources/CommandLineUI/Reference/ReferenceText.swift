import ColumnServices
import Localization

/// What the pages of the reference say beside the commands.
enum ReferenceText {
    static let summary: Message =
        "columns and podcasts for the terminal: sync, download, read, play, offline"

    static let description: [Message] = [
        """
        A column is a series of episodes; an episode has an article and usually audio. “column sync” \
        fetches what is new, “column download” keeps it, “column play” plays it. All works \
        without a network, from what was synced and downloaded.
        """,
        """
        Episodes and columns are named by the number that “column list” shows, by words of the \
        title, by guid or by address.
        """,
    ]

    /// How the other program of this name stays within reach.
    static let handOver: [Message] = [
        """
        util-linux has a column, too. A call without arguments whose input is no terminal, with an \
        option first, or with the name of a file first is handed to it: “… | column -t” \
        works as ever. It is the next column on PATH that is not this program, else \
        column.util-linux beside this program.
        """,
        """
        Debian’s package of this program moves util-linux’s column to \
        /usr/bin/column.util-linux and its page to column.util-linux(1) by dpkg-divert(1); \
        they move back when the package is removed.
        """,
    ]

    static let exitCodes: [(Int32, Message)] = [
        (0, "All well."), (1, "A fault of the program."), (2, "The command line is wrong."),
        (3, "Some items failed; they are named."), (4, "Nothing could be reached."),
        (5, "Nothing, or more than one thing, is called so; or no player runs."),
        (6, "The disk is full."), (7, "A login is needed."),
        (75, "Another run holds the lock that is needed; nothing was lost, try again."),
        (129, "Ended by SIGHUP; all that was fetched is kept."),
        (130, "Ended by SIGINT; all that was fetched is kept."),
        (141, "Whoever read the output went away."),
        (143, "Ended by SIGTERM; all that was fetched is kept."),
    ]

    static let environment: [(String, Message)] = [
        ("COLUMN_HOME", "A folder for all files of the program, in place of those below."),
        (
            "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, XDG_RUNTIME_DIR",
            "Where files lie, as the XDG base directory specification says."
        ),
        ("NO_COLOR", "No colours, unless --color asks for them."),
        ("PAGER", "What “column read” shows long texts with; less where it is not set."),
        ("http_proxy, https_proxy, all_proxy, no_proxy", "Proxies, unless http.proxy is set."),
        ("NOTIFY_SOCKET", "Where a service manager is told what is being done (sd_notify(3))."),
    ]

    static let files: [(String, Message)] = [
        ("$XDG_CONFIG_HOME/column/config", "The settings; see column-config(5)."),
        ("$XDG_CONFIG_HOME/column/hooks/", "Your own programs, told of events; see HOOKS."),
        ("$XDG_DATA_HOME/column/library.sqlite", "The library."),
        ("$XDG_DATA_HOME/column/media/", "The audio files."),
        ("$XDG_DATA_HOME/column/images/", "The images of articles."),
        ("$XDG_DATA_HOME/column/credentials", "The logins, for you alone."),
        ("$XDG_STATE_HOME/column/backups/", "Backups that were made by themselves."),
        ("$XDG_RUNTIME_DIR/column/", "The player’s socket."),
    ]

    static let settings: [Message] = [
        """
        A line of the file holds a setting’s name and its value, with “=” between them. What stands \
        after a “#” at a line’s beginning is left out. “column config set” writes the file; \
        it may be edited, too. A line that cannot be used is named, and the default holds.
        """,
        """
        Settings that a column may have of its own are set with “column config set --column \
        COLUMN”, and lie in the library.
        """,
        "Lengths of time have a unit, as 250ms, 3s, 5m, 2h, 7d; sizes too, as 64KiB, 512MiB, 2GiB.",
    ]
}
