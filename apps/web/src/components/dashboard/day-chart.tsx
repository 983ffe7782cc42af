import type { ReactNode } from 'react'
import { presentDay } from '../../lib/dates.ts'
import classes from './day-chart.module.css'

/** The colour of a bar in a chart. The legend explains each colour. */
export type Mark = 'main' | 'second' | 'warning'

interface Props<Day> {
  readonly days: readonly Day[]
  /** The highest number that is drawn. */
  readonly most: number
  /** Draws a day as `Bar`s. */
  readonly children: (day: Day, heightOf: (count: number) => string) => ReactNode
}

/**
 * A bar chart of numbers by day, hidden from screen readers and the keyboard: a table beside it has the same numbers and
 * links, because a bar of a month is too narrow a target.
 */
export function DayChart<Day extends { readonly day: string }>({ days, most, children }: Props<Day>) {
  const step = stepOf(Math.max(1, most))
  const heightOf = (count: number) => `${(count / (4 * step)) * 100}%`
  // Few enough that their words stand beside one another.
  const every = Math.ceil(days.length / 7)
  return (
    <div className={classes.chart} aria-hidden>
      <div className={classes.lines}>
        {[4, 3, 2, 1, 0].map((line) => (
          <span key={line} className="tn" data-line={(line * step).toLocaleString('en')} />
        ))}
      </div>
      <ul className={classes.bars}>
        {days.map((one, index) => (
          <li key={one.day} className={classes.day}>
            {children(one, heightOf)}
            {index % every === 0 ? <span className={classes.date} data-date={presentDay(one.day).slice(0, 5)} /> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A bar of a chart. */
export function Bar({ mark, height }: { mark: Mark; height: string }) {
  return <span className={classes.bar} data-mark={mark} style={{ height }} />
}

/** The legend of a chart: each colour with its meaning. */
export function ChartLegend({ marks }: { marks: readonly (readonly [Mark, string])[] }) {
  return (
    <span className={classes.legend}>
      {marks.map(([mark, text]) => (
        <span key={mark} data-mark={mark}>
          {text}
        </span>
      ))}
    </span>
  )
}

/** A quarter of the height, as a number that people read: 1, 2, 5, 10, 20, 50 … */
function stepOf(most: number): number {
  const wanted = most / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= wanted) ?? power
}
