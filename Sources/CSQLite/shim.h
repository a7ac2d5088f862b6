// SQLite for Swift: the header, and what Swift cannot see in it.
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.
static inline sqlite3_destructor_type column_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// sqlite3_db_config is variadic; this is the one form that we use.
static inline int column_sqlite_config_int(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}
