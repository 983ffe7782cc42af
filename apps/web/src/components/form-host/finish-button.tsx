import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { addFinishButton, useFormStep } from './form-end.ts'

interface Props {
  readonly formId: string
  readonly isReady: boolean
  /** The button that sends the form. */
  readonly children: ReactNode
}

/** The button that sends a form; of a form with pages the one that opens the next page, until the last one is open. */
export function FinishButton({ formId, isReady, children }: Props) {
  const step = useFormStep(formId)
  useEffect(() => addFinishButton(formId), [formId])
  if (step === null) return children
  return (
    <Button variant="filled" disabled={!isReady} onClick={() => step.goOn()}>
      {step.label}
    </Button>
  )
}
