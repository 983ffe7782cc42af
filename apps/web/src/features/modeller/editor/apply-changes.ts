import type { Change } from '@millrace/bpmn/moddle'
import type Modeling from 'bpmn-js/lib/features/modeling/Modeling'
import type { Element } from 'bpmn-js/lib/model/Types'
import type CommandStack from 'diagram-js/lib/command/CommandStack'

/** The context of changes that are one undo step, on the shown element or inside it. */
export interface ChangesContext {
  readonly element: Element
  readonly changes: readonly Change[]
}

export const changesCommand = 'millrace.changes'

class ChangesHandler {
  static $inject = ['modeling']
  readonly #modeling: Modeling
  constructor(modeling: Modeling) {
    this.#modeling = modeling
  }

  preExecute({ element, changes }: ChangesContext): void {
    for (const { element: changed, properties } of changes) {
      // At the drawn thing itself more follows: its id is one of a kind, its label and its marks are drawn.
      if (changed === element.businessObject) this.#modeling.updateProperties(element, { ...properties })
      else this.#modeling.updateModdleProperties(element, changed, { ...properties })
    }
  }
}

class Changes {
  static $inject = ['commandStack']
  constructor(commandStack: CommandStack) {
    commandStack.registerHandler(changesCommand, ChangesHandler)
  }
}

export const applyChanges = { __init__: ['changes'], changes: ['type', Changes] }
