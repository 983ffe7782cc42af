import type { Dialect } from '@millrace/bpmn'
import { expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../../testing/bpmn.ts'
import { createScenario } from '../../testing/scenario.ts'

const mondayInSpring = '0 0 9 ? * 1'

it.each<[Dialect, string, number]>([
  ['camunda', mondayInSpring, 1],
  ['operaton', mondayInSpring, 1],
  ['flowable', mondayInSpring, 0],
  ['activiti', mondayInSpring, 0],
  ['millrace', mondayInSpring, 0],
])(
  'a cycle of %s in a cron pattern is due on the weekday that this engine reads, also again',
  (dialect, text, weekday) => {
    const reminded = boundary('again', 'work', on.cycle(text)).replace(
      '<boundaryEvent',
      '<boundaryEvent cancelActivity="false"',
    )
    const scenario = createScenario(
      bpmn(`<startEvent id="start"/><userTask id="work"/>${path('start', 'work')}${reminded}`, { dialect }),
    )
    scenario.start()
    const dueOn = () => scenario.rows.jobs.map(({ dueAt }) => new Date(dueAt ?? '').getUTCDay())
    expect(dueOn()).toEqual([weekday])
    scenario.do({ type: 'runJob', jobId: scenario.rows.jobs[0]?.id ?? '' })
    expect(dueOn()).toEqual([weekday])
  },
)
