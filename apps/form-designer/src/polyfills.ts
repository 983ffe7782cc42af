/** Functions that designers use and that not every browser has: Safari has no idle callbacks. */
globalThis.requestIdleCallback ??= (callback) =>
  Number(setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 10 }), 50))
globalThis.cancelIdleCallback ??= (id) => clearTimeout(id)

export {}
