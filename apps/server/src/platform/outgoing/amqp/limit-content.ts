import type { Channel } from 'amqplib'

/** A frame of a channel, as the library passes it on: a method, the header of a content, or a part of it. */
interface Frame {
  readonly id?: number
  readonly size?: number
  readonly content?: Buffer
}

interface FrameTarget {
  accept: (frame: Frame) => unknown
}

/** The size in bytes of the last message whose content was left out; null: no content was left out. */
export interface LeftOut {
  last: number | null
}

/**
 * Leaves out the contents of messages that are larger than a limit, so that they do not fill the memory. The library sees
 * such a message with an empty content.
 */
export function limitContent(channel: Channel, maxBytes: number): LeftOut {
  const target = channel as unknown as FrameTarget
  const accept = target.accept.bind(channel)
  const leftOut: LeftOut = { last: null }
  let rest = 0
  target.accept = (frame) => {
    if (rest > 0 && frame.content !== undefined) {
      rest = Math.max(0, rest - frame.content.length)
      return undefined
    }
    if (frame.size === undefined || frame.size <= maxBytes) return accept(frame)
    leftOut.last = frame.size
    rest = frame.size
    return accept({ ...frame, size: 0 })
  }
  return leftOut
}
