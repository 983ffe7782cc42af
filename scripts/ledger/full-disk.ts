import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atWork, untilCompleted } from './at-work.ts'
import { keepServer } from './keep-server.ts'
import type { Trial } from './trial.ts'

/**
 * The trial in which the disk with the data folder of server and database is full for a while. It needs Linux and the
 * right to mount.
 */
export const disk: Trial = {
  name: 'a disk that is full three times',
  run: async () => {
    let ballast = ''
    return atWork({
      prepare: async (folder) => {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=755', 'tmpfs', folder])
        ballast = join(folder, 'ballast')
        return {
          servers: [keepServer({ MILLRACE_DATA: folder })],
          stop: async () => {
            execFileSync('umount', [folder])
          },
        }
      },
      harm: async ({ servers: [server] }, ledger) => {
        for (let time = 0; time < 3; time++) {
          await untilCompleted(ledger, 40)
          const unanswered = ledger.unanswered
          fill(ballast)
          // What PostgreSQL has set aside before lasts a while.
          for (let second = 0; second < 60 && ledger.unanswered === unanswered; second++) await sleep(1000)
          if (ledger.unanswered === unanswered) throw new Error('Expected a full disk to be noticed, but it is not.')
          await sleep(5000)
          rmSync(ballast)
          await server?.up()
        }
        await untilCompleted(ledger, 40)
      },
    })
  },
}

function fill(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (let size = 1 << 20; size > 0; size >>= 1) fillBy(handle, Buffer.alloc(size))
  } finally {
    closeSync(handle)
  }
}

function fillBy(handle: number, part: Buffer): void {
  try {
    for (;;) if (writeSync(handle, part) < part.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
