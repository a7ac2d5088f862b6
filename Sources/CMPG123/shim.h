// libmpg123 for Swift.
#pragma once
#include <mpg123.h>
