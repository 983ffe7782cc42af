/** The widths at which a form is arranged: that of a desktop, and those of smaller screens. */
export const devices = ['desktop', 'tablet', 'phone'] as const

export type Device = (typeof devices)[number]
