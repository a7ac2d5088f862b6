// libpulse for Swift: the asynchronous API with its threaded main loop.
#pragma once
#include <pulse/pulseaudio.h>
