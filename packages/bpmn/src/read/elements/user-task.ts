import type { XmlElement } from '@millrace/xml'
import type { UserTask } from '../../model.ts'
import { textOf } from '../../vocabulary/read.ts'
import { titles } from '../../vocabulary/themes/general.ts'
import { calendar, userTask } from '../../vocabulary/themes/user-tasks.ts'
import { readAssignment } from '../activities/assignment.ts'
import { readForm } from '../activities/form.ts'
import { readTaskListeners } from '../activities/listeners.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, optionalExpression } from '../expression-text.ts'
import { readActivityBase } from './base.ts'
import type { Place } from './reader.ts'

export function readUserTask(context: ReadContext, element: XmlElement, place: Place): UserTask {
  const base = readActivityBase(context, element, place)
  return {
    type: 'userTask',
    ...base,
    title: expressionOf(context, element, titles.title),
    ...readAssignment(context, element),
    dueDate: expressionOf(context, element, userTask.dueDate),
    followUpDate: expressionOf(context, element, userTask.followUpDate),
    priority: expressionOf(context, element, userTask.priority),
    category: expressionOf(context, element, userTask.category),
    form: readForm(context, element),
    taskListeners: readTaskListeners(context, element),
    nameText: optionalExpression(context, base.name),
    descriptionText: optionalExpression(context, base.documentation),
    calendar: textOf(element, calendar.businessCalendarName),
    taskIdVariable: expressionOf(context, element, userTask.taskIdVariable),
    completerVariable: expressionOf(context, element, userTask.completerVariable),
  }
}
