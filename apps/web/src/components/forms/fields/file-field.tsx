import IconCamera from 'icon:camera'
import IconUpload from 'icon:upload'
import { Button, Input, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  checkFiles,
  defaultFileTypes,
  type Fault,
  type FileProps,
  type FileValue,
  presentProblem,
  propsOf,
} from '@millrace/forms'
import { type ChangeEvent, type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type FieldProps, presentWrapper } from '../field-props.ts'
import { FileList } from '../files/file-list.tsx'
import { useUploads } from '../files/use-uploads.ts'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import classes from './file-field.module.css'

/**
 * A field for files, chosen or dropped, uploaded immediately. A selection that breaks a rule is refused as a whole with
 * the rule; existing files stay.
 */
export function FileField(props: FieldProps) {
  return <FileInput {...props} rules={propsOf(props.field, 'file')} />
}

/** The input that all fields with files share. It checks files by the rules of the field. */
export function FileInput({ rules, ...props }: FieldProps & { readonly rules: FileProps }) {
  const { language } = useFormView()
  // What is wrong with what was chosen, as a sentence: it is taken in no form.
  const [refusal, setRefusal] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const files = Array.isArray(props.value) ? (props.value as readonly FileValue[]) : []
  // Several uploads may arrive before the form is drawn again.
  const latest = useRef(files)
  useEffect(() => {
    latest.current = files
  })
  const change = (next: readonly FileValue[]) => {
    latest.current = next
    props.onEntry(next)
  }
  const uploads = useUploads(props.instance, {
    onUploaded: (file) => change([...latest.current, file]),
    onRefused: setRefusal,
  })

  const select = (selected: readonly File[]) => {
    if (selected.length === 0) return
    const all = [...files, ...uploads.uploads.map(({ file }) => file), ...selected]
    const fault: Fault | null = checkFiles(all, rules)[0] ?? null
    setRefusal(fault === null ? null : presentProblem(fault, language))
    if (fault === null) uploads.add(selected)
  }

  const isDisabled = props.isDisabled || !uploads.canUpload
  const error = refusal ?? props.error
  const { required, disabled: _disabled, ...wrapper } = presentWrapper({ ...props, error })
  const limits = describeLimits(rules)
  return (
    <Input.Wrapper {...wrapper} withAsterisk={required} labelElement="div">
      <Dropzone isDisabled={isDisabled} onDrop={select}>
        <Picker
          button={button}
          label={wrapper.label ?? ''}
          describedBy={`${props.id}-limits${error === undefined ? '' : ` ${props.id}-error`}`}
          isRequired={required}
          isInvalid={error !== undefined}
          isDisabled={isDisabled}
          rules={{ max: limits.max, accept: limits.types.map((type) => `.${type}`).join(',') }}
          onPick={select}
          onLeave={props.onLeave}
        />
        <span className={classes.hint}>{uploads.canUpload ? formTexts.dropHere(limits.max) : formTexts.noUploads}</span>
        <p id={`${props.id}-limits`} className={classes.limits}>
          {formTexts.fileLimits({ ...limits, types: limits.types.join(', ') })}
        </p>
      </Dropzone>
      <FileList
        fieldKey={props.field.key}
        files={files}
        uploads={uploads.uploads}
        isDisabled={props.isDisabled}
        onRetry={uploads.retry}
        onRemoveUpload={(upload) => {
          setRefusal(null)
          uploads.remove(upload)
          // The button that had the focus is gone with it.
          button.current?.focus()
        }}
        onRemove={(file) => {
          setRefusal(null)
          change(files.filter(({ id }) => id !== file.id))
          button.current?.focus()
        }}
      />
      <VisuallyHidden role="status">{uploads.announced}</VisuallyHidden>
    </Input.Wrapper>
  )
}

function describeLimits({ maxfiles, maxfilesize, filetypes }: Parameters<typeof checkFiles>[1]) {
  const types = (filetypes ?? defaultFileTypes).map((type) => type.toLowerCase())
  return { max: maxfiles ?? 1, size: maxfilesize === undefined ? 'less than 10 MB' : `up to ${maxfilesize} MB`, types }
}

interface DropzoneProps {
  readonly isDisabled: boolean
  readonly children: React.ReactNode
  onDrop(files: readonly File[]): void
}

/** Takes files that are dropped on it. For the keyboard there is the button inside. */
function Dropzone({ isDisabled, children, onDrop }: DropzoneProps) {
  const [isOver, setOver] = useState(false)
  const allow = (event: DragEvent) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = isDisabled ? 'none' : 'copy'
    setOver(!isDisabled)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has no keyboard, the button does the same
    <div
      className={classes.dropzone}
      data-over={isOver || undefined}
      onDragEnter={allow}
      onDragOver={allow}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!isDisabled) onDrop([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}

interface PickerProps {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly describedBy: string
  readonly isRequired: boolean
  readonly isInvalid: boolean
  readonly isDisabled: boolean
  readonly rules: { readonly max: number; readonly accept: string }
  onPick(files: readonly File[]): void
  onLeave(): void
}

function Picker({
  button,
  label,
  describedBy,
  isRequired,
  isInvalid,
  isDisabled,
  rules,
  onPick,
  onLeave,
}: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  // Where fingers point there is a camera as a rule; where there is none, its button asks for a file as the other does.
  const isTouched = useMediaQuery('(pointer: coarse)', false)
  const words = formTexts.chooseFiles(rules.max)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])]
    // The same file must be selectable again after a refusal.
    event.currentTarget.value = ''
    onPick(files)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        multiple={rules.max > 1}
        accept={rules.accept}
        onChange={pick}
      />
      <Button
        ref={button}
        variant="default"
        size="xs"
        leftSection={<IconUpload size={16} stroke={1.6} />}
        disabled={isDisabled}
        aria-label={`${words}: ${label}${isRequired ? `, ${formTexts.required}` : ''}`}
        aria-describedby={describedBy}
        data-invalid={isInvalid || undefined}
        onClick={() => input.current?.click()}
        onBlur={onLeave}
      >
        {words}
      </Button>
      {isTouched && /\.jpe?g(?:,|$)/.test(rules.accept) ? (
        <>
          <input ref={camera} type="file" hidden tabIndex={-1} accept="image/*" capture="environment" onChange={pick} />
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCamera size={16} stroke={1.6} />}
            disabled={isDisabled}
            aria-label={`${formTexts.takePhoto}: ${label}`}
            onClick={() => camera.current?.click()}
          >
            {formTexts.takePhoto}
          </Button>
        </>
      ) : null}
    </>
  )
}
