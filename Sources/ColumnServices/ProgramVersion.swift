/// This program's version, as `column --version` prints it.
public let programVersion = "0.1.0"
