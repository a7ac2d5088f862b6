// zlib for Swift; inflateInit2 is a macro over inflateInit2_, which Swift calls itself.
#pragma once
#include <zlib.h>
