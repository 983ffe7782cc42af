import type { ReactNode } from 'react'
import classes from './result-text.module.css'

/** The colour of each result. Results without a line have the colour of text. */
const tones = {
  new: 'green',
  update: 'blue',
  changed: 'blue',
  mapped: 'blue',
  conflict: 'amber',
  decide: 'amber',
  refused: 'red',
  fault: 'red',
} as const satisfies Record<string, string>

/** The result of an import for a row or item, in the colour of the result. */
export function ResultText({ result, children }: { result: string; children: ReactNode }) {
  return (
    <span className={classes.result} data-tone={tones[result as keyof typeof tones]}>
      {children}
    </span>
  )
}
