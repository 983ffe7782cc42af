import type { NodeInstance } from '@millrace/forms'
import { useEffect } from 'react'
import { type Reveal, useFormView } from '../form-view-context.ts'

/**
 * Registers a function that is called when something inside a container or list has to become visible, because it gets
 * the focus.
 */
export function useReveal(instance: NodeInstance, reveal: Reveal): void {
  const { reveals } = useFormView()
  useEffect(() => {
    reveals.set(instance, reveal)
    return () => {
      reveals.delete(instance)
    }
  })
}
