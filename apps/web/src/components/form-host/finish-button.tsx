import { Button } from '@mantine/core'
import { Fragment, type ReactNode, useEffect } from 'react'
import { addFinishButton, useFormStep } from './form-end.ts'

interface Props {
  readonly formId: string
  readonly isReady: boolean
  /** The button that sends the form. */
  readonly children: ReactNode
}

/**
 * The button that sends a form. In a form with pages it opens the next page until the last one is open. Both are
 * separate elements, because otherwise the click that opens the last page would also send the form.
 */
export function FinishButton({ formId, isReady, children }: Props) {
  const step = useFormStep(formId)
  useEffect(() => addFinishButton(formId), [formId])
  if (step === null) return <Fragment key="send">{children}</Fragment>
  return (
    <Button
      key="next"
      variant="filled"
      disabled={!isReady}
      onClick={() => {
        ignoreFurtherClicks()
        step.goOn()
      }}
    >
      {step.label}
    </Button>
  )
}

/** The second click of a double click would hit the button that sends the form: it is in the same place. */
function ignoreFurtherClicks(): void {
  const listen = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (event.type === 'mousedown') stop()
  }
  const stop = () => {
    removeEventListener('mousedown', listen, true)
    removeEventListener('click', listen, true)
  }
  addEventListener('mousedown', listen, true)
  addEventListener('click', listen, true)
}
