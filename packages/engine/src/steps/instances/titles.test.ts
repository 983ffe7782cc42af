import { expect, it } from 'vitest'
import { bpmn, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const contents = `<startEvent id="start"/><userTask id="ask" millrace:title='="About " + what'/><userTask id="do"/>${path('start', 'ask', 'do')}`
const titled = (title: string) =>
  bpmn(contents, { dialect: 'millrace', attributes: `name="Order" millrace:title='${title}'` })

const titles = ({ rows }: ReturnType<typeof createScenario>) => [rows.instances[0]?.title, rows.tasks[0]?.title]

it('an instance and a task have the titles that the model makes of their data', () => {
  const scenario = createScenario(titled('=what + " for " + who'))
  scenario.start({ what: 'Two  monitors', who: 'Anna' })
  expect(titles(scenario)).toEqual(['Two monitors for Anna', 'About Two monitors'])
})

it('a title stays unchanged when its data change', () => {
  const scenario = createScenario(titled('=what'))
  scenario.start({ what: 'Two monitors' })
  scenario.set({ what: 'Three monitors' })
  scenario.complete('ask')
  expect(titles(scenario)).toEqual(['Two monitors', null])
})

it('a title whose data come later is reported at the first task after them', () => {
  const scenario = createScenario(titled('=what'))
  scenario.start({})
  expect(titles(scenario)).toEqual([null, null])
  scenario.complete('ask', { what: 'Two monitors' })
  expect(titles(scenario)).toEqual(['Two monitors', null])
})

it('a title that cannot be reported is none, and stops nothing', () => {
  const scenario = createScenario(
    bpmn(`<startEvent id="start"/><userTask id="t" camunda:title="\${missing.name}"/>${path('start', 't')}`, {
      attributes: 'camunda:title="${missing}"',
    }),
  )
  expect(scenario.start().kind).toBe('done')
  expect(titles(scenario)).toEqual([null, null])
})

it('a long title ends after 255 characters', () => {
  const scenario = createScenario(titled('=what'))
  scenario.start({ what: 'x'.repeat(300) })
  expect(titles(scenario)[0]).toHaveLength(255)
})
