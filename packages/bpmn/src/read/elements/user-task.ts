import { extension } from '../../dialects/extensions.ts'
import type { UserTask } from '../../model.ts'
import type { XmlElement } from '../../xml/element.ts'
import { readAssignment } from '../assignment.ts'
import type { ReadContext } from '../context.ts'
import { filledExpression, optionalExpression } from '../expression-text.ts'
import { readForm } from '../form.ts'
import { readTaskListeners } from '../listeners.ts'
import { readActivityBase } from './base.ts'
import type { Place } from './reader.ts'

export function readUserTask(context: ReadContext, element: XmlElement, place: Place): UserTask {
  const base = readActivityBase(context, element, place)
  return {
    type: 'userTask',
    ...base,
    ...readAssignment(context, element),
    dueDate: filledExpression(context, extension(element, 'dueDate')),
    followUpDate: filledExpression(context, extension(element, 'followUpDate')),
    priority: filledExpression(context, extension(element, 'priority')),
    category: filledExpression(context, extension(element, 'category')),
    form: readForm(context, element),
    taskListeners: readTaskListeners(context, element),
    nameText: optionalExpression(context, base.name),
    descriptionText: optionalExpression(context, base.documentation),
    calendar: extension(element, 'businessCalendarName'),
    taskIdVariable: filledExpression(context, extension(element, 'taskIdVariable')),
    completerVariable: filledExpression(context, extension(element, 'completerVariable')),
  }
}
