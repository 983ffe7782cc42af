import IconFile from 'icon:file'
import IconUpload from 'icon:upload'
import { Button, CloseButton, FileButton } from '@mantine/core'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { presentSize } from '../../lib/present-size.ts'
import classes from './file-upload.module.css'

interface Props {
  readonly label: string
  /** The accepted files as a text. */
  readonly help: string
  /** For the browser's own dialog, such as `.bpmn,.dmn`. */
  readonly accept: string
  readonly files: readonly File[]
  readonly onChange: (files: readonly File[]) => void
  /** The error of a file, with its name, or of all files. */
  readonly error?: string | null
  readonly isDisabled?: boolean
  /** Only one file: another one replaces it. */
  readonly isSingle?: boolean
}

/** A field to choose or drop files. A file of the same name replaces the previous one. */
export function FileUpload({
  label,
  help,
  accept,
  files,
  onChange,
  error,
  isDisabled = false,
  isSingle = false,
}: Props) {
  const { t } = useTranslation()
  const id = useId()
  const reset = useRef<() => void>(null)
  const [isOver, setOver] = useState(false)
  const add = (added: readonly File[]) => {
    const names = new Set(added.map(({ name }) => name))
    const all = [...files.filter(({ name }) => !names.has(name)), ...added]
    onChange(isSingle ? all.slice(-1) : all)
    reset.current?.()
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isDisabled) add([...event.dataTransfer.files])
  }
  return (
    <fieldset className={classes.field} aria-describedby={`${id}-help${error ? ` ${id}-error` : ''}`}>
      <legend className={classes.label}>{label}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without a mouse */}
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        data-invalid={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <FileButton
          multiple={!isSingle}
          accept={accept}
          onChange={(chosen: File[] | File | null) => add(chosen === null ? [] : [chosen].flat())}
          resetRef={reset}
          disabled={isDisabled}
        >
          {(props) => (
            <Button {...props} size="xs" leftSection={<IconUpload size={15} stroke={1.6} />}>
              {t(isSingle ? 'deployments.chooseFile' : 'deployments.chooseFiles')}
            </Button>
          )}
        </FileButton>
        <span>{t(isSingle ? 'deployments.dropFile' : 'deployments.dropFiles')}</span>
      </div>
      {error ? (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
      <p id={`${id}-help`} className={classes.help}>
        {help}
      </p>
      {files.length > 0 ? (
        <ul className={classes.list}>
          {files.map((file) => (
            <li key={file.name} className={classes.file}>
              <IconFile size={15} stroke={1.6} aria-hidden />
              <span className={classes.name}>{file.name}</span>
              <span className={`${classes.size} tn`}>{presentSize(file.size)}</span>
              <CloseButton
                size="sm"
                disabled={isDisabled}
                aria-label={t('deployments.removeFile', { name: file.name })}
                onClick={() => onChange(files.filter((other) => other !== file))}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  )
}
