/**
 * Where a thread is at work, in words of its task: in memory that both sides see, because a thread that has to be ended
 * answers nothing any more.
 */
const longest = 400

export function createPlace(): SharedArrayBuffer {
  return new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT + longest)
}

export interface PlaceMarker {
  /** Texts that are too long are cut. */
  mark(text: string): void
  clear(): void
}

export function createPlaceMarker(place: SharedArrayBuffer): PlaceMarker {
  const length = new Uint32Array(place, 0, 1)
  const bytes = new Uint8Array(place, Uint32Array.BYTES_PER_ELEMENT)
  const encoder = new TextEncoder()
  let marked = ''
  return {
    mark: (text) => {
      if (text === marked) return
      marked = text
      length[0] = encoder.encodeInto(text, bytes).written
    },
    clear: () => {
      marked = ''
      length[0] = 0
    },
  }
}

/** Reads the last mark of a worker thread; null when there is none. Call it after the thread has ended. */
export function readPlace(place: SharedArrayBuffer): string | null {
  const [length = 0] = new Uint32Array(place, 0, 1)
  // The decoder takes no shared memory.
  const bytes = new Uint8Array(place, Uint32Array.BYTES_PER_ELEMENT, length).slice()
  return length === 0 ? null : new TextDecoder().decode(bytes)
}
