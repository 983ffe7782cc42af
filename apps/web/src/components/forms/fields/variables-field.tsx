import IconPlus from 'icon:plus'
import IconX from 'icon:x'
import { ActionIcon, Button, Checkbox, Input, NativeSelect, TextInput } from '@mantine/core'
import { type Fault, presentProblem, type VariableRowType, variableRowTypes } from '@millrace/forms'
import { flushSync } from 'react-dom'
import { type FieldProps, presentEntry, presentWrapper } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import classes from './variables-field.module.css'

/** One row as it is typed. */
interface RowEntry {
  readonly name: string
  readonly type: VariableRowType
  readonly value: unknown
}

/** A field for values that users add by name, type and value. */
export function VariablesField(props: FieldProps) {
  const rows = Array.isArray(props.entry) ? (props.entry as readonly RowEntry[]) : []
  const rowFaults = props.faults.filter(({ path }) => path !== undefined)
  const error = rowFaults.length > 0 ? undefined : props.error
  const { required, disabled, ...wrapper } = presentWrapper({ ...props, error })
  const change = (next: readonly RowEntry[]) => props.onEntry(next.length === 0 ? null : next)
  return (
    <Input.Wrapper {...wrapper} withAsterisk={required} labelElement="div">
      <div className={classes.rows}>
        {rows.map((row, index) => (
          <Row
            // Rows have no identity of their own: nothing but the inputs' texts is kept, and that is controlled.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            id={`${props.id}-${index}`}
            row={row}
            number={index + 1}
            isDisabled={disabled}
            faults={rowFaults.filter(({ path }) => path?.[0] === index)}
            onChange={(next) => change(rows.with(index, next))}
            onRemove={() => change(rows.toSpliced(index, 1))}
            onLeave={props.onLeave}
          />
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.6} />}
          disabled={disabled}
          onClick={() => {
            flushSync(() => change([...rows, { name: '', type: 'String', value: '' }]))
            document.getElementById(`${props.id}-${rows.length}-name`)?.focus()
          }}
        >
          {formTexts.addVariable}
        </Button>
      </div>
    </Input.Wrapper>
  )
}

interface RowProps {
  readonly id: string
  readonly row: RowEntry
  readonly number: number
  readonly isDisabled: boolean
  readonly faults: readonly Fault[]
  onChange(row: RowEntry): void
  onRemove(): void
  onLeave(): void
}

function Row({ id, row, number, isDisabled, faults, onChange, onRemove, onLeave }: RowProps) {
  const { language } = useFormView()
  const errorOf = (part: string) => {
    const fault = faults.find(({ path }) => path?.[1] === part)
    return fault === undefined ? undefined : presentProblem(fault, language)
  }
  const shared = { disabled: isDisabled, onBlur: onLeave }
  const label = (part: string) => `${part} ${number}`
  const types = variableRowTypes.map((type) => ({ value: type, label: formTexts.variableTypes[type] }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div role="group" aria-label={label(formTexts.variableValue)} className={classes.row}>
      <TextInput
        {...shared}
        id={`${id}-name`}
        label={label(formTexts.variableName)}
        autoComplete="off"
        value={row.name}
        error={errorOf('name')}
        onChange={(event) => onChange({ ...row, name: event.currentTarget.value })}
      />
      <NativeSelect
        {...shared}
        id={`${id}-type`}
        label={label(formTexts.variableType)}
        data={types}
        value={row.type}
        onChange={(event) => {
          const type = variableRowTypes.find((known) => known === event.currentTarget.value) ?? 'String'
          onChange({ ...row, type, value: type === 'Boolean' ? false : '' })
        }}
      />
      {row.type === 'Boolean' ? (
        <Checkbox
          {...shared}
          id={`${id}-value`}
          className={classes.box ?? ''}
          label={label(formTexts.variableValue)}
          checked={row.value === true}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.checked })}
        />
      ) : (
        <TextInput
          {...shared}
          id={`${id}-value`}
          label={label(formTexts.variableValue)}
          autoComplete="off"
          value={presentEntry(row.value)}
          error={errorOf('value')}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.remove ?? ''}
        disabled={isDisabled}
        aria-label={formTexts.removeVariable(number)}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
