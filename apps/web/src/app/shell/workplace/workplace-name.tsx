import classes from './workplace.module.css'

export function WorkplaceName({ name }: { name: string }) {
  return (
    <>
      <span className={classes.mark} data-letter={[...name][0]?.toUpperCase()} aria-hidden />
      <span className={classes.name}>{name}</span>
    </>
  )
}
