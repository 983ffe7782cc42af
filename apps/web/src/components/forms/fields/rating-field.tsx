import { Button, Input, Rating } from '@mantine/core'
import { propsOf } from '@millrace/forms'
import { type FieldProps, presentWrapper, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import classes from './field.module.css'

/** Stars. Arrow keys choose; a choice that may be left out can be taken back. */
export function RatingField(props: FieldProps) {
  const { max = 5 } = propsOf(props.field, 'rating')
  const { required, disabled, ...wrapper } = presentWrapper(props)
  const stars = typeof props.value === 'number' ? props.value : 0
  return (
    <Input.Wrapper {...wrapper} withAsterisk={required} labelElement="div">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend */}
      <div
        role="group"
        aria-labelledby={`${props.id}-label`}
        aria-describedby={props.error === undefined ? undefined : `${props.id}-error`}
        className={classes.stars}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) props.onLeave()
        }}
      >
        <Rating
          {...(disabled
            ? { role: 'img', 'aria-label': stars === 0 ? formTexts.noStars : formTexts.stars(stars, max) }
            : {})}
          count={max}
          value={stars}
          readOnly={disabled}
          onChange={(next) => props.onEntry(next === 0 ? null : next)}
          getSymbolLabel={(star) => (star === 0 ? formTexts.noStars : formTexts.stars(star, max))}
        />
        {stars === 0 || required || disabled ? null : (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => props.onEntry(null)}>
            {formTexts.clear(textOf(props.field, 'label') ?? '')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}
