import { describe, expect, it } from 'vitest'
import { elementTypes } from '../../elements/index.ts'
import { findCell, listTests } from '../../event-table/list-cells.ts'
import { readDefinitions } from '../definitions.ts'
import { createProcess } from './create-process.ts'
import { type Course, driveToEnd } from './drive.ts'

/** The files of this many have all that there is; only the first are played, and all of them by `npm run soak`. */
const seeds = Array.from({ length: 250 }, (_, index) => index + 1)
const playedSeeds = process.env.MILLRACE_SOAK === '1' ? seeds : seeds.slice(0, 45)

describe('random processes', () => {
  let played: readonly Course[] | null = null
  const play = () => {
    played ??= playedSeeds.map(driveToEnd)
    return played
  }

  it('come to an end, with events that replay to the state after every step and rows that are sound', () => {
    expect(play().map(({ seed }) => seed)).toEqual(playedSeeds)
  })

  it('fire conditions in the order in which they were created, whichever rows are in memory', () => {
    // Two conditions of one scope, of which one was loaded later than the other.
    expect(driveToEnd(2193).seed).toBe(2193)
  })

  it('enter every kind of element that there is', () => {
    const entered = new Set(play().flatMap((course) => [...course.entered]))
    expect(elementTypes.filter((type) => !entered.has(type))).toEqual([])
  })

  it('have every event at every position, every marker and every dialect', () => {
    const models = seeds.flatMap((seed) => {
      const [file = ''] = createProcess(seed).files
      return readDefinitions([file]).processes.map(({ model }) => model)
    })
    const found = new Set(
      models.flatMap((model) => [
        model.dialect,
        ...Object.values(model.elements).flatMap((element) => [
          findCell(model, element) ?? element.type,
          ...('loop' in element && element.loop !== null ? [nameOfLoop(element.loop)] : []),
          ...('isForCompensation' in element && element.isForCompensation ? ['compensation'] : []),
        ]),
      ]),
    )
    const cells = listTests().map(({ title }) => title)
    const markers = ['standard', 'parallel multi-instance', 'sequential multi-instance', 'compensation']
    const dialects = ['camunda', 'operaton', 'flowable', 'activiti', 'millrace', 'bpmn']
    expect([...cells, ...markers, ...dialects].filter((name) => !found.has(name))).toEqual([])
  })

  it('are the same for the same seed', () => {
    expect(createProcess(7)).toEqual(createProcess(7))
  })
})

function nameOfLoop(loop: { kind: string; isSequential?: boolean }): string {
  if (loop.kind === 'standard') return 'standard'
  return `${loop.isSequential === true ? 'sequential' : 'parallel'} ${loop.kind}`
}
