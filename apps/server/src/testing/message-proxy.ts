import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A proxy in front of PostgreSQL that parses the messages of the protocol, and can cut the connection between any two
 * of them.
 */
export interface MessageProxy {
  /** The same address, by this way. */
  readonly connectionString: string
  /**
   * Cuts all connections after so many further messages of one side, and refuses new ones. The server still gets what
   * was sent before, and what it answers then is lost.
   */
  cut(after: number, side: Side): void
  /** The messages of a side since the last cut was ordered or `restore` was called. */
  count(side: Side): number
  /** Whether the ordered cut has happened. */
  isCut(): boolean
  /** Lets everything through again, once PostgreSQL has ended its side of all connections that were cut. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** The sender of the counted messages: the server, or PostgreSQL. */
export type Side = 'program' | 'server'

export async function openMessageProxy(connectionString: string): Promise<MessageProxy> {
  const target = new URL(connectionString)
  const pairs = new Set<readonly [incoming: Socket, outgoing: Socket]>()
  const sent = { program: 0, server: 0 }
  let order: { readonly after: number; readonly side: Side } | null = null
  let isCut = false

  const cutNow = () => {
    isCut = true
    for (const [incoming, outgoing] of pairs) {
      incoming.resetAndDestroy()
      outgoing.end()
    }
  }
  /** Whether a message may still pass. */
  const pass = (side: Side): boolean => {
    if (isCut) return false
    if (order?.side === side && sent[side] >= order.after) {
      cutNow()
      return false
    }
    sent[side]++
    return true
  }
  const server = createServer((incoming) => {
    if (isCut) {
      incoming.on('error', () => {})
      incoming.resetAndDestroy()
      return
    }
    const outgoing = connect(Number(target.port), target.hostname)
    const pair = [incoming, outgoing] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      // Messages are written one by one, and the system would wait between them.
      socket.setNoDelay(true)
    }
    incoming.on('close', () => outgoing.end())
    outgoing.on('close', () => {
      pairs.delete(pair)
      incoming.destroy()
    })
    forward(incoming, outgoing, 'program')
    forward(outgoing, incoming, 'server')
  })
  const forward = (from: Socket, to: Socket, side: Side) => {
    const split = createSplitter(side === 'program')
    from.on('data', (chunk: Buffer) => {
      for (const message of split(chunk)) if (pass(side)) to.write(message)
    })
  }
  const begin = () => {
    order = null
    isCut = false
    Object.assign(sent, { program: 0, server: 0 })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    connectionString: Object.assign(new URL(connectionString), { hostname: '127.0.0.1', port: String(port) }).href,
    cut: (after, side) => {
      begin()
      order = { after, side }
    },
    count: (side) => sent[side],
    isCut: () => isCut,
    restore: async () => {
      if (isCut) await Promise.all([...pairs].map(([, outgoing]) => outgoing.closed || once(outgoing, 'close')))
      begin()
    },
    close: async () => {
      cutNow()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Returns whole messages of what comes in pieces (PostgreSQL 18, 54.7): a byte for the kind, then the length with itself.
 * The first message of the program has no kind.
 */
function createSplitter(isFromProgram: boolean): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0)
  let kindSize = isFromProgram ? 0 : 1
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const messages: Buffer[] = []
    while (rest.length >= kindSize + 4) {
      const size = kindSize + rest.readInt32BE(kindSize)
      if (rest.length < size) break
      messages.push(rest.subarray(0, size))
      rest = rest.subarray(size)
      kindSize = 1
    }
    return messages
  }
}
