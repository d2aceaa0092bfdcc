import java.util.ArrayList;
import java.util.List;

public class Places {
  private final double[] east;
  private final double[] north;

  public Places(int count) {
    east = new double[count];
    north = new double[count];
    for (int i = 0; i < count; i++) {
      east[i] = i * 7919 % 1000;
      north[i] = i * 104729 % 1000;
    }
  }

  public String describe(double x, double y) {
    int place = nearest(x, y);
    return place + " " + sumDistances(x, y) + " " + around(x, y);
  }

  int nearest(double x, double y) {
    int best = 0;
    for (int i = 1; i < east.length; i++) {
      if (distance(i, x, y) < distance(best, x, y)) best = i;
    }
    return best;
  }

  double distance(int i, double x, double y) {
    return Math.hypot(east[i] - x, north[i] - y);
  }

  double sumDistances(double x, double y) {
    double sum = 0;
    for (int turn = 0; turn < 60; turn++) {
      for (int i = 0; i < east.length; i++) sum += Math.sqrt(east[i] * x + north[i] * y + turn);
    }
    return sum;
  }

  int around(double x, double y) {
    int count = 0;
    for (int i = 0; i < east.length; i++) {
      if (Math.abs(east[i] - x) + Math.abs(north[i] - y) < 300) count++;
    }
    return count;
  }
}
