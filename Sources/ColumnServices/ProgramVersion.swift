/// This program's version, as `column --version` prints it.
public let programVersion = "0.1.0"

/// When this version was made, as its manual pages say it.
public let programDate = "2026-11-30"
