import { Button, Rating } from '@mantine/core'
import { propsOf } from '@millrace/forms'
import { type FieldProps, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import classes from './field.module.css'
import { GroupWrapper } from './group-wrapper.tsx'

/** A field for a rating with stars. Arrow keys choose; an optional rating can be removed. */
export function RatingField(props: FieldProps) {
  const { max = 5 } = propsOf(props.field, 'rating')
  const { isRequired, isDisabled } = props
  const stars = typeof props.value === 'number' ? props.value : 0
  return (
    <GroupWrapper props={props} className={classes.stars}>
      <Rating
        {...(isDisabled
          ? { role: 'img', 'aria-label': stars === 0 ? formTexts.noStars : formTexts.stars(stars, max) }
          : {})}
        count={max}
        value={stars}
        readOnly={isDisabled}
        onChange={(next) => props.onEntry(next === 0 ? null : next)}
        getSymbolLabel={(star) => (star === 0 ? formTexts.noStars : formTexts.stars(star, max))}
      />
      {stars === 0 || isRequired || isDisabled ? null : (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={formTexts.clear(textOf(props.field, 'label') ?? '')}
          onClick={() => props.onEntry(null)}
        >
          {formTexts.clearWord}
        </Button>
      )}
    </GroupWrapper>
  )
}
