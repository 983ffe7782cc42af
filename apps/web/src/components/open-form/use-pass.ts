import { api } from '@millrace/contract'
import { useRef } from 'react'
import { call } from '../../lib/api/call.ts'
import type { FindPass } from '../form-host/upload-file.ts'

interface Visit {
  readonly token: string
  /** The visit of the form that is filled in. */
  readonly visit: string
  /** Solves the captcha of the form; null where it has none. */
  readonly solve: (() => Promise<string>) | null
}

interface Passes {
  /** Returns the pass for a file. The first file requires a solved captcha. */
  readonly find: FindPass
  /** The existing pass; null where no file was uploaded, or too long ago. */
  readonly current: () => Promise<string | null>
}

interface Pass {
  readonly pass: string
  /** The end of its validity by the clock of this browser, in milliseconds. */
  readonly goodUntil: number
}

/** Milliseconds that a request may take until it arrives. */
const reserve = 60_000

/** Exchanges a captcha, which is valid once, for a pass that is valid for all files of a form and for the form. */
export function usePass({ token, visit, solve }: Visit): Passes {
  const asked = useRef<Promise<Pass | null>>(Promise.resolve(null))
  const current = async () => {
    const found = await asked.current.catch(() => null)
    return found === null || found.goodUntil < Date.now() ? null : found.pass
  }
  const exchange = async (captcha: string): Promise<Pass> => {
    const { pass, seconds } = await call(api.openForms.pass, { params: { token }, body: { visit, captcha } })
    return { pass, goodUntil: Date.now() + seconds * 1000 - reserve }
  }
  const find = async () => {
    if (solve === null) return {}
    // Files that are chosen together wait for the same captcha.
    const before = asked.current.catch(() => null)
    const next = before.then(async (found) =>
      found !== null && found.goodUntil >= Date.now() ? found : exchange(await solve()),
    )
    asked.current = next
    return { visit, pass: (await next).pass }
  }
  return { find, current }
}
