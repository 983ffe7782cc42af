import { Button, TextInput } from '@mantine/core'
import { drawingSize, isBlank, printName, printStrokes, type Stroke } from '@millrace/forms'
import { type PointerEvent, useRef, useState } from 'react'
import { type FieldProps, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import { GroupWrapper } from './group-wrapper.tsx'
import classes from './signature-field.module.css'

/** A field for a signature: drawn with a finger, pen or mouse, or typed as a name. */
export function SignatureField(props: FieldProps) {
  const { isRequired, isDisabled } = props
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [name, setName] = useState('')
  const drawn = typeof props.value === 'string' ? props.value : null
  const label = textOf(props.field, 'label') ?? ''
  const sign = (next: readonly Stroke[]) => {
    setStrokes(next)
    setName('')
    props.onEntry(next.length === 0 ? null : printStrokes(next))
  }
  return (
    <GroupWrapper props={props} className={classes.signature}>
      <Pad drawn={drawn} strokes={strokes} isDisabled={isDisabled} onStroke={(stroke) => sign([...strokes, stroke])} />
      <div className={classes.tools}>
        <TextInput
          id={`${props.id}-name`}
          size="xs"
          label={formTexts.signByName}
          disabled={isDisabled}
          required={isRequired}
          withAsterisk={false}
          autoComplete="name"
          maxLength={100}
          aria-invalid={props.error === undefined ? undefined : true}
          value={name}
          onChange={(event) => {
            const next = event.currentTarget.value
            setName(next)
            setStrokes([])
            props.onEntry(isBlank(next) ? null : printName(next.trim()))
          }}
        />
        {drawn === null || isDisabled ? null : (
          <Button variant="default" size="xs" aria-label={formTexts.clear(label)} onClick={() => sign([])}>
            {formTexts.clearWord}
          </Button>
        )}
      </div>
    </GroupWrapper>
  )
}

interface PadProps {
  /** The signature as it is; its own lines are drawn as long as they are known. */
  readonly drawn: string | null
  readonly strokes: readonly Stroke[]
  readonly isDisabled: boolean
  onStroke(stroke: Stroke): void
}

/** The ground to draw on. Only a line that is finished becomes part of the signature. */
function Pad({ drawn, strokes, isDisabled, onStroke }: PadProps) {
  const [stroke, setStroke] = useState<Stroke>([])
  const isDrawing = useRef(false)
  const pointOf = (event: PointerEvent<HTMLDivElement>): Stroke[number] => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / (width || 1)) * drawingSize.width
    const y = ((event.clientY - top) / (height || 1)) * drawingSize.height
    return [Math.round(x), Math.round(y)]
  }
  const end = () => {
    if (!isDrawing.current) return
    isDrawing.current = false
    if (stroke.length > 0) onStroke(stroke)
    setStroke([])
  }
  const picture = stroke.length > 0 ? printStrokes([...strokes, stroke]) : drawn
  return (
    <div
      className={classes.pad}
      data-disabled={isDisabled || undefined}
      onPointerDown={(event) => {
        if (isDisabled || event.button !== 0) return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        isDrawing.current = true
        setStroke([pointOf(event)])
      }}
      onPointerMove={(event) => {
        if (isDrawing.current) setStroke([...stroke, pointOf(event)])
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {picture === null ? (
        <span className={classes.hint}>{formTexts.signHere}</span>
      ) : (
        <img className={classes.picture} src={picture} alt={formTexts.signed} draggable={false} />
      )}
    </div>
  )
}
