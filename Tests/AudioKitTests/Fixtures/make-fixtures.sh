#!/usr/bin/env bash
# Makes the sound files beside it; needs espeak-ng, sox, lame, ffmpeg and python3. The results are committed.
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
for name in aac.m4a adts.aac opus.opus vorbis.ogg flac.flac; do
    rate=44100; quality='-b:a 40k'
    case $name in opus*) rate=48000;; flac*) rate=8000;; vorbis*) quality='-q:a 0';; esac
    # shellcheck disable=SC2086
    ffmpeg -v error -y -i "$work/stereo.wav" -ar $rate $quality -map_metadata -1 "stereo-$name"
done
# The same with a tagger's word on their loudness.
ffmpeg -v error -y -i stereo-opus.opus -c copy -metadata R128_TRACK_GAIN=-1280 stereo-opus-r128.opus
ffmpeg -v error -y -i stereo-vorbis.ogg -c copy -metadata 'REPLAYGAIN_TRACK_GAIN=-3.50 dB' stereo-vorbis-gain.ogg
# Garbage between frames, and an ID3v2 tag in front of it all.
python3 - <<'P'
import struct
data = open('speech-cbr-bare.mp3', 'rb').read()
tag = b'ID3\x04\x00\x00' + bytes([0, 0, 7, 0x68]) + bytes(1000)
open('speech-garbage.mp3', 'wb').write(tag + data[:9000] + b'\x00garbage\xff\xfb' * 40 + data[9000:14000])
P
ls -l
