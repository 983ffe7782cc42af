import { usePicture } from '../../lib/product.ts'
import classes from './logo.module.css'

/** The logo of the workplace, else that of the product. Decorative: the name is beside it. */
export function Logo({ size }: { size: number }) {
  const logo = usePicture('logo')
  if (logo) return <img src={logo} alt="" height={size} className={classes.logo} style={{ maxWidth: size * 4 }} />
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <rect width="24" height="24" rx="6" fill="var(--app-accent)" />
      <path
        d="M6 17V9.2c0-1.3 1.6-1.9 2.4-.9L12 12.6l3.6-4.3c.8-1 2.4-.4 2.4.9V17"
        fill="none"
        stroke="var(--app-on-accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
