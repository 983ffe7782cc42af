import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FieldProps, presentWrapper } from '../field-props.ts'

interface Props {
  readonly props: FieldProps
  readonly className: string | undefined
  /** Whether its controls show their own errors. */
  readonly saysOwnFaults?: boolean
  readonly children: ReactNode
}

/** A field of several controls: a group under one label, which is left when the focus leaves all of them. */
export function GroupWrapper({ props, className, saysOwnFaults = false, children }: Props) {
  const shown = saysOwnFaults ? { ...props, error: undefined } : props
  const { required, disabled: _, ...wrapper } = presentWrapper(shown)
  return (
    <Input.Wrapper {...wrapper} withAsterisk={required} labelElement="div">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend, and cannot be a grid in every browser */}
      <div
        role="group"
        aria-labelledby={`${props.id}-label`}
        aria-describedby={shown.error === undefined ? undefined : `${props.id}-error`}
        className={className}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) props.onLeave()
        }}
      >
        {children}
      </div>
    </Input.Wrapper>
  )
}
