/** What designers use and not every browser has: Safari knows no idle time. */
globalThis.requestIdleCallback ??= (callback) =>
  Number(setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 10 }), 50))
globalThis.cancelIdleCallback ??= (id) => clearTimeout(id)

export {}
