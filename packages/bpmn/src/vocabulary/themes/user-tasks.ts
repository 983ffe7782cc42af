import { define, extension } from '../property.ts'

export const userTask = define(['userTask'], {
  dueDate: extension('expression'),
  followUpDate: extension('expression'),
  priority: extension('expression'),
  category: extension('expression'),
  taskIdVariable: extension('expression', { names: { flowable: 'taskIdVariableName' } }),
  completerVariable: extension('expression', { names: { flowable: 'taskCompleterVariableName' } }),
})

/** The business calendar of due dates and timers. */
export const calendar = define(['userTask', 'timerEventDefinition', 'timeDate', 'timeCycle', 'timeDuration'], {
  businessCalendarName: extension('text'),
})
