#!/usr/bin/env python3
"""Our stretcher against libsonic: lengths, and mel-cepstral distance to the original (lower is better).

usage: sonic-oracle.py PLAYER_BENCH SPEECH.mp3   (needs libsonic0 and numpy)
"""
import ctypes, subprocess, sys, tempfile, wave, numpy as np
B=sys.argv[1]
T=tempfile.mkdtemp()
def read(p):
    w=wave.open(p); n=w.getnframes(); a=np.frombuffer(w.readframes(n),dtype='<i2').astype(np.float64)/32768
    return a.reshape(-1,w.getnchannels())[:,0], w.getframerate()
lib=ctypes.CDLL('libsonic.so.0')
lib.sonicCreateStream.restype=ctypes.c_void_p
for f in ['sonicSetSpeed','sonicSetQuality']: getattr(lib,f).argtypes=[ctypes.c_void_p, ctypes.c_float if f=='sonicSetSpeed' else ctypes.c_int]
lib.sonicWriteShortToStream.argtypes=[ctypes.c_void_p,ctypes.c_void_p,ctypes.c_int]
lib.sonicReadShortFromStream.argtypes=[ctypes.c_void_p,ctypes.c_void_p,ctypes.c_int]
lib.sonicFlushStream.argtypes=[ctypes.c_void_p]
def sonic(x,rate,speed):
    s=lib.sonicCreateStream(rate,1); lib.sonicSetSpeed(s,speed)
    out=[]; xi=np.round(x*32767).astype(np.int16); buf=np.zeros(65536,np.int16)
    def drain():
        while True:
            n=lib.sonicReadShortFromStream(s,buf.ctypes.data,65536)
            if n<=0: break
            out.append(buf[:n].copy())
    for i in range(0,len(xi),1024):
        c=np.ascontiguousarray(xi[i:i+1024]); lib.sonicWriteShortToStream(s,c.ctypes.data,len(c)); drain()
    lib.sonicFlushStream(s); drain()
    return np.concatenate(out).astype(np.float64)/32768
def mel(rate,n=24,nfft=1024):
    m=lambda f:2595*np.log10(1+f/700); im=lambda x:700*(10**(x/2595)-1)
    e=im(np.linspace(m(60),m(rate/2*.9),n+2)); b=np.floor((nfft+1)*e/rate).astype(int)
    F=np.zeros((n,nfft//2+1))
    for i in range(n):
        for k in range(b[i],b[i+1]): F[i,k]=(k-b[i])/max(1,b[i+1]-b[i])
        for k in range(b[i+1],b[i+2]): F[i,k]=(b[i+2]-k)/max(1,b[i+2]-b[i+1])
    return F
def mfcc(x,rate,pos,F):
    nf=1024; w=np.hanning(nf); out=[]
    for p in pos:
        p=int(p); s=x[max(0,p):p+nf]
        if len(s)<nf: s=np.pad(s,(0,nf-len(s)))
        P=np.abs(np.fft.rfft(s*w))**2
        L=np.log(F@P+1e-8)
        n=len(L); k=np.arange(n)
        C=np.array([np.sum(L*np.cos(np.pi*q*(k+.5)/n)) for q in range(1,13)])/n*2
        out.append(C)
    return np.array(out)
def mcd(orig,stre,rate,ratio):
    F=mel(rate); hop=512
    pos=np.arange(2000,len(stre)-3000,hop)
    S=mfcc(stre,rate,pos,F)
    best=np.full(len(pos),1e9)
    for d in range(-1200,1201,240):
        O=mfcc(orig,rate,pos*ratio+d,F)
        D=np.sqrt(2*np.sum((S-O)**2,axis=1))*10/np.log(10)
        best=np.minimum(best,D)
    return np.median(best),np.mean(best)
src=sys.argv[2]
subprocess.run([B,src,f'wav:{T}/base.wav','1','9999'],stdout=subprocess.DEVNULL)
x,rate=read(f'{T}/base.wav')
print('input',len(x),rate)
for sp in [0.5,0.75,0.8,1.1,1.25,1.5,1.6,1.75,2.0,2.5,2.75,3.0,3.5]:
    subprocess.run([B,src,f'wav:{T}/o.wav',str(sp),'9999'],stdout=subprocess.DEVNULL)
    y,_=read(f'{T}/o.wav'); z=sonic(x,rate,sp)
    want=round(len(x)/sp)
    a=mcd(x,y,rate,len(x)/len(y)); b=mcd(x,z,rate,len(x)/len(z))
    print(f"{sp}: ours {len(y)-want:+d} samples, libsonic {len(z)-want:+d}; MCD ours {a[1]:.3f} libsonic {b[1]:.3f} ratio {a[1]/b[1]:.3f}")
