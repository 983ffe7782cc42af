import { Input } from '@mantine/core'
import type { CSSProperties, InputHTMLAttributes, ReactNode } from 'react'
import type { presentWrapper } from '../field-props.ts'
import classes from './line-box.module.css'

interface Props
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'autoComplete' | 'placeholder' | 'value' | 'onChange' | 'onBlur' | 'aria-invalid'
  > {
  readonly wrapper: Pick<
    ReturnType<typeof presentWrapper>,
    'id' | 'description' | 'error' | 'required' | 'disabled'
  > & { readonly label: ReactNode; readonly withAsterisk?: boolean }
  readonly className?: string | undefined
  /** Content at the end of the line, with the classes and width of its container. */
  readonly section?: ReactNode
  readonly sectionClass?: string | undefined
  readonly sectionWidth?: string | undefined
}

/**
 * A single-line input with label, error and help: looks like Mantine's `TextInput`, by its styles and class names, but
 * uses plain elements. Forms have hundreds of them, and this takes a third of the time.
 */
export function LineBox({ wrapper, className = '', section, sectionClass = '', sectionWidth, ...input }: Props) {
  const { id, label, description, error, required, disabled, withAsterisk = required } = wrapper
  const describedBy = error === undefined ? (description === undefined ? undefined : 'description') : 'error'
  return (
    <div className={names.root}>
      {label === undefined ? null : (
        <label className={names.label} htmlFor={id} id={`${id}-label`}>
          {label}
          {withAsterisk ? (
            <span className={names.required} aria-hidden="true">
              {' *'}
            </span>
          ) : null}
        </label>
      )}
      <div
        className={names.wrapper}
        data-variant="default"
        data-error={error === undefined ? undefined : true}
        data-disabled={disabled || undefined}
        data-with-right-section={section === undefined ? undefined : true}
        style={
          sectionWidth === undefined ? undefined : ({ '--input-right-section-width': sectionWidth } as CSSProperties)
        }
      >
        <input
          aria-invalid={error === undefined ? undefined : true}
          {...input}
          id={id}
          className={`${names.input} ${className}`}
          required={required}
          disabled={disabled}
          data-error={error === undefined ? undefined : true}
          aria-describedby={describedBy === undefined ? undefined : `${id}-${describedBy}`}
        />
        {section === undefined ? null : (
          <div data-position="right" className={`${names.section} ${sectionClass}`}>
            {section}
          </div>
        )}
      </div>
      {error === undefined ? null : (
        <p className={names.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {description === undefined ? null : (
        <p className={names.description} id={`${id}-description`}>
          {description}
        </p>
      )}
    </div>
  )
}

const { root, label, required, wrapper, input, section, error, description } = Input.classes as Record<string, string>

const names = {
  root: `${root} mantine-InputWrapper-root`,
  label: `${label} mantine-InputWrapper-label`,
  required: `${required} mantine-InputWrapper-required`,
  wrapper: `${wrapper} mantine-Input-wrapper ${classes.wrapper}`,
  input: `${input} mantine-Input-input`,
  section: `${section} mantine-Input-section`,
  error: `${error} mantine-InputWrapper-error`,
  description: `${description} mantine-InputWrapper-description`,
}
