import { describe, expect, it } from 'vitest'
import { listProperties } from './list-properties.ts'

const namesOf = (type: string, theme: string) =>
  listProperties(type)
    .filter((one) => one.theme === theme)
    .map(({ property }) => property.name)

describe('the properties of an element, for a panel', () => {
  it('come in themes', () => {
    expect(namesOf('bpmn:UserTask', 'assignment')).toEqual([
      'assignee',
      'assigneeOf',
      'assignBy',
      'managerIn',
      'managerLevels',
      'position',
      'positionIn',
      'userProperty',
      'userPropertyValue',
      'owner',
      'candidateUsers',
      'candidateGroups',
      'humanPerformer',
      'performer',
      'potentialOwner',
    ])
    expect(namesOf('bpmn:UserTask', 'calls')).toEqual([])
    expect(namesOf('bpmn:CallActivity', 'assignment')).toEqual([])
  })

  it('say what they hold, what they are without a message, and what there is to choose from', () => {
    const find = (type: string, name: string) =>
      listProperties(type).find(({ property }) => property.name === name)?.property
    expect(find('bpmn:ServiceTask', 'exclusive')).toMatchObject({ value: 'boolean', byDefault: true })
    expect(find('bpmn:UserTask', 'assignee')).toMatchObject({ place: 'extension', value: 'expression' })
    expect(find('bpmn:AdHocSubProcess', 'ordering')?.options).toEqual(['Parallel', 'Sequential'])
  })

  it('report an element of BPMN from one of the vendors with the same name', () => {
    const names = (type: string) => listProperties(type).map(({ property }) => property.name)
    expect(names('bpmn:ErrorEventDefinition')).toContain('errorCodeVariable')
    expect(names('bpmn:ErrorEventDefinition')).not.toContain('expression')
    expect(names('camunda:ErrorEventDefinition')).toContain('expression')
    expect(names('camunda:ErrorEventDefinition')).not.toContain('errorCodeVariable')
    expect(names('millrace:TaskListener')).toEqual(expect.arrayContaining(['event', 'expression', 'script', 'field']))
  })
})
