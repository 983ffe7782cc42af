import { describe, expect, it } from 'vitest'
import { rewritePeople } from './rewrite-people.ts'

const file = (task: string) => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
  <bpmn:process id="order" isExecutable="true" camunda:candidateStarterUsers="ann,bob" camunda:candidateStarterGroups="sales">
    <bpmn:userTask id="check" ${task}/>
  </bpmn:process>
</bpmn:definitions>
`
const change = {
  users: new Map([['ann', 'anna.k']]),
  groups: new Map([['sales', 'sales & more']]),
}

describe('rewritePeople', () => {
  it('gives assignees, candidates and starters other names, and leaves the rest unchanged', () => {
    const before = file(
      'camunda:assignee="ann" camunda:candidateUsers="bob, ann" camunda:candidateGroups="sales" name="ann"',
    )
    expect(rewritePeople(before, change)).toBe(
      file(
        'camunda:assignee="anna.k" camunda:candidateUsers="bob, anna.k" camunda:candidateGroups="sales &amp; more" name="ann"',
      )
        .replace('candidateStarterUsers="ann,bob"', 'candidateStarterUsers="anna.k,bob"')
        .replace('candidateStarterGroups="sales"', 'candidateStarterGroups="sales &amp; more"'),
    )
  })

  it('leaves expressions and files that cannot be read', () => {
    const before = file('camunda:assignee="${ann}"').replace('ann,bob', 'bob').replace('"sales"', '"other"')
    expect(rewritePeople(before, change)).toBe(before)
    expect(rewritePeople('no file', change)).toBe('no file')
  })
})
