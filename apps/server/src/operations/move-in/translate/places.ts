import type { Definition, ProcessInstance } from '@millrace/engine'
import type { Ids } from '../ids.ts'
import type { Hierarchy } from '../source/read-hierarchies.ts'
import type { TranslatedElements } from './elements.ts'
import { Untranslatable } from './untranslatable.ts'

/** A running instance after its translation, with its elements. */
export interface TranslatedInstance {
  readonly instance: ProcessInstance
  readonly definition: Definition
  readonly elements: TranslatedElements
}

/** Finds the scope, activity and instance of an execution of the source, by its id. */
export interface Places {
  /** The scope that owns variables, subscriptions and jobs of an execution. */
  ownerOf(executionId: string): Place
  /** The activity in which an execution is. */
  activityOf(executionId: string): Place
  runIn(executionId: string): string | null
  translatedOf(executionId: string): TranslatedInstance
}

export interface Place {
  readonly id: string
  readonly instanceId: string
  readonly elementId: string
  readonly executionId: string
}

/** Creates the functions that find where rows of the executions of a hierarchy belong. */
export function createPlaces(
  hierarchy: Hierarchy,
  translated: ReadonlyMap<string, TranslatedInstance>,
  ids: Ids,
): Places {
  const instanceOf = new Map(hierarchy.executions.map(({ id_, proc_inst_id_ }) => [id_, proc_inst_id_]))
  const translatedOf = (executionId: string): TranslatedInstance => {
    const found = translated.get(instanceOf.get(executionId) ?? '')
    if (found === undefined) throw new Untranslatable('row-without-execution', `Execution ${executionId} is missing.`)
    return found
  }
  const elementById = new Map(
    [...translated.values()].flatMap(({ elements }) => elements.elements.map((one) => [one.id, one])),
  )
  const locate = (executionId: string, id: string | null): Place => {
    const { instance } = translatedOf(executionId)
    if (id === instance.id) return { id, instanceId: id, elementId: '', executionId: id }
    const element = elementById.get(id ?? '')
    if (element === undefined)
      throw new Untranslatable('row-without-execution', `Execution ${executionId} has no equivalent.`)
    return { id: element.id, instanceId: instance.id, elementId: element.elementId, executionId: ids.of(executionId) }
  }
  return {
    translatedOf,
    ownerOf: (id) => {
      const { elements } = translatedOf(id)
      return locate(id, elements.ownerOf(id) ?? elements.activityOf(id))
    },
    activityOf: (id) => {
      const { elements, instance } = translatedOf(id)
      return locate(id, elements.activityOf(id) ?? (elements.ownerOf(id) === instance.id ? instance.id : null))
    },
    runIn: (id) => translatedOf(id).elements.runIn(id),
  }
}
