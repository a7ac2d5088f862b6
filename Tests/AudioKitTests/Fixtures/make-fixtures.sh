#!/usr/bin/env bash
# Makes the MP3 files beside it; needs espeak-ng, sox, lame and python3. The results are committed.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
espeak-ng -s 150 -w "$work/speech.wav" \
    "The player reads this sentence, so that tests have a voice to listen to, with pauses in it."
sox "$work/speech.wav" -r 44100 -c 1 "$work/mono.wav" trim 0 4
sox "$work/mono.wav" -c 2 "$work/stereo.wav" remix 1 1v0.5 trim 0 1.5
lame --quiet -b 40 -m m "$work/mono.wav" speech-cbr-bare.mp3
lame --quiet -V 9 -m m "$work/mono.wav" speech-vbr-xing.mp3
lame --quiet -V 9 -m m -t "$work/mono.wav" speech-vbr-bare.mp3
lame --quiet -b 64 "$work/stereo.wav" stereo-cbr-info.mp3
# Garbage between frames, and an ID3v2 tag in front of it all.
python3 - <<'P'
import struct
data = open('speech-cbr-bare.mp3', 'rb').read()
tag = b'ID3\x04\x00\x00' + bytes([0, 0, 7, 0x68]) + bytes(1000)
open('speech-garbage.mp3', 'wb').write(tag + data[:9000] + b'\x00garbage\xff\xfb' * 40 + data[9000:14000])
P
ls -l ./*.mp3
