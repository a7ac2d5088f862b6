// libao for Swift.
#pragma once
#include <ao/ao.h>
