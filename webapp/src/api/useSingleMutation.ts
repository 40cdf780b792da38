// A mutation that one form or button sends: while a request runs, another press does nothing. The rendered `isPending`
// cannot tell so, because a double click comes before the next frame.
import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * The callbacks of one press. They are called also when the pressed element is no longer shown, as after a live update
 * that came before the answer; the library's own callbacks are not.
 */
interface Outcome<Data> {
  readonly onSuccess?: (data: Data) => void;
  readonly onError?: (error: Error) => void;
}

export function useSingleMutation<Data, Variables>(
  options: Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
    readonly mutationFn: (variables: Variables) => Promise<Data>;
  },
) {
  const sending = useRef(false);
  const mutation = useMutation({
    ...options,
    mutationFn: async (variables: Variables) => {
      try {
        return await options.mutationFn(variables);
      } finally {
        sending.current = false;
      }
    },
  });
  const mutate = (variables: Variables, { onSuccess, onError = () => {} }: Outcome<Data> = {}) => {
    if (sending.current) return;
    sending.current = true;
    void mutation.mutateAsync(variables).then(onSuccess, onError);
  };
  return { ...mutation, mutate };
}
