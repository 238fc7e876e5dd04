/** In place of what is stored nowhere. */
export const withheldText = 'withheld';
