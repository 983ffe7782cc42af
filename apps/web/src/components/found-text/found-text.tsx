import { splitFound } from '../../lib/split-found.ts'
import classes from './found-text.module.css'

/** A text with the search terms highlighted. */
export function FoundText({ text, query }: { text: string; query: string }) {
  return splitFound(text, query).map((part, index) =>
    part.isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <mark key={index} className={classes.found}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
