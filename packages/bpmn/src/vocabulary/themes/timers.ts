import { timerTexts } from '../elements.ts'
import { child, define, part } from '../property.ts'

/** The definition of a timer. The first given property counts. */
export const timer = define(['timerEventDefinition'], {
  timeDate: child('element'),
  timeCycle: child('element'),
  timeDuration: child('element'),
})

export const timerText = define(timerTexts, { endDate: part('expression') })
