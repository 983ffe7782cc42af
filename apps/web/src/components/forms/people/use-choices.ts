import { useEffect, useState } from 'react'
import { useFormView } from '../form-view-context.ts'
import type { Choice } from './names.ts'

/** Milliseconds between the last key and the search. */
const pause = 200

export interface Choices {
  readonly items: readonly Choice[]
  /** There are others with this text in their names. */
  readonly isMore: boolean
  readonly state: 'waiting' | 'there' | 'failed'
}

interface ChoiceAsk {
  readonly node: string
  readonly q: string
  /** The value of the field that the choices depend on; empty where there is none. */
  readonly by: string
}

const nothing: Choices = { items: [], isMore: false, state: 'waiting' }

/** Returns the choices of a field: searched while the user types, and only while the list is open. */
export function useChoices({ node, q, by }: ChoiceAsk, isOpen: boolean): Choices {
  const { findChoices } = useFormView()
  const [found, setFound] = useState(nothing)
  useEffect(() => {
    if (!isOpen || findChoices === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      findChoices({ node, q, by, signal }).then(
        (answer) => {
          if (!signal.aborted) setFound({ ...answer, state: 'there' })
        },
        () => {
          if (!signal.aborted) setFound({ ...nothing, state: 'failed' })
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [findChoices, node, q, by, isOpen])
  return found
}
